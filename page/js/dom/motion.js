// How much motion the person wants to see.

/** Return whether the person has asked for less motion. */
export function prefersCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
