// Groups of elements that are one stop for the Tab key: arrow keys lead on within them.

/** Let the element of a group that has the focus be the group's stop for the Tab key. */
export function keepOneTabStop(group) {
  group.addEventListener("focusin", ({ target }) => {
    tabStop(group).tabIndex = -1;
    target.tabIndex = 0;
  });
}

/** Return the element of a group that is its stop for the Tab key. */
export function tabStop(group) {
  return group.querySelector("[tabindex='0']");
}

/** Move the focus to where a key leads: `goals` has elements by the names of keys. */
export function followKey(event, goals) {
  if (!(event.key in goals) || event.altKey || event.metaKey) {
    return;
  }
  goals[event.key]?.focus();
  event.preventDefault();
}
