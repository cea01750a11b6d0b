// Work that pauses now and then: a generator, done at once or in shares.

export const atOnce = (work) => {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};

/** In shares of 8 milliseconds, so that a page can be used meanwhile. */
export const inShares = async (work) => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve));
    for (const end = performance.now() + 8; performance.now() < end;) {
      const { done, value } = work.next();
      if (done) return value;
    }
  }
};
