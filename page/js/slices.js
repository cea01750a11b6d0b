// Long work that pauses: a generator that yields wherever it may be interrupted.

const SLICE = 8; // milliseconds of work, after which the page may react to the person

/** Do the work at once and return its result. */
export function runAtOnce(work) {
  let step = work.next();
  while (!step.done) {
    step = work.next();
  }
  return step.value;
}

/** Do the work in short slices, between which the page can be used, and resolve to its result. */
export async function runInSlices(work) {
  for (;;) {
    await nextTask();
    const end = performance.now() + SLICE;
    while (performance.now() < end) {
      const { done, value } = work.next();
      if (done) {
        return value;
      }
    }
  }
}

function nextTask() {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
