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
    const { done, value } = runSlice(work);
    if (done) {
      return value;
    }
  }
}

/** Do one slice of the work, and return whether it is `done`, and its result as `value`. */
export function runSlice(work) {
  const end = performance.now() + SLICE;
  let step = work.next();
  while (!step.done && performance.now() < end) {
    step = work.next();
  }
  return step;
}

/** The same work, given up once `isWanted` returns false. */
export function* whileWanted(work, isWanted) {
  while (isWanted() && !work.next().done) {
    yield;
  }
}

function nextTask() {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
