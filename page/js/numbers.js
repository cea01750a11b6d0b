// Small helpers for numbers.

/**
 * Return the integer within two bounds that is nearest to a value; the lower one if it is no
 * number.
 */
export function clamp(value, low, high) {
  const integer = Math.trunc(value) || low;
  return Math.min(Math.max(integer, low), high);
}

/** Return the index of the smallest of some numbers, the first of equals. */
export function indexOfSmallest(numbers) {
  return numbers.indexOf(Math.min(...numbers));
}

/** Return the sum of some numbers. */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
