import { prefersCalm } from "../dom.js";
// The part of the map that is seen: it is changed by wheel, pinch and keys, without steps.

/**
 * @typedef {object} View A part of the map: its scale `a` and its corner `e`, `f`, as in a matrix.
 * The whole map has the scale 1.
 */

const WHOLE = { a: 1, e: 0, f: 0 };
const SMALLEST = 1 / 500; // scale
const KEY_FACTOR = 1.25;
const KEY_SHIFT = 0.2; // of what is seen
const WHEEL_SPEED = 0.002; // of the logarithm of the scale, for each pixel
const GLIDE_TIME = 400; // milliseconds

/** By its key, the factor of zooming and the shift across and down, in parts of what is seen. */
const KEYS = {
  "+": [KEY_FACTOR, 0, 0],
  "=": [KEY_FACTOR, 0, 0],
  "-": [1 / KEY_FACTOR, 0, 0],
  ArrowLeft: [1, -KEY_SHIFT, 0],
  ArrowRight: [1, KEY_SHIFT, 0],
  ArrowUp: [1, 0, -KEY_SHIFT],
  ArrowDown: [1, 0, KEY_SHIFT],
};

let view = WHOLE;
let animation = 0;

/** Return the part of the map that is seen. */
export function currentView() {
  return view;
}

/** Glide back to the whole map, and call `paint` on the way; at once if less motion is wanted. */
export function glideToWhole(paint) {
  const start = view;
  const startTime = performance.now();
  const still = prefersCalm() || start.a === 1;
  cancelAnimationFrame(animation);

  const step = (now) => {
    const progress = still ? 1 : Math.min((now - startTime) / GLIDE_TIME, 1);
    const between = (name) => start[name] + (WHOLE[name] - start[name]) * progress;
    view = { a: between("a"), e: between("e"), f: between("f") };
    paint();
    if (progress < 1) {
      animation = requestAnimationFrame(step);
    }
  };
  step(startTime);
}

/**
 * Zoom about a point, given in parts of what is seen, and shift by such parts; false if nothing
 * changes.
 */
function zoomAbout([x, y], [factor, across, down], { width, height }) {
  const before = view;
  const a = Math.min(Math.max(before.a / factor, SMALLEST), 1);
  const limited = (corner, size) => Math.min(Math.max(corner, 0), size * (1 - a));
  view = {
    a,
    e: limited(before.e + width * (x * (before.a - a) + across * a), width),
    f: limited(before.f + height * (y * (before.a - a) + down * a), height),
  };
  return ["a", "e", "f"].some((name) => view[name] !== before[name]);
}

/**
 * Let the person zoom.
 *
 * @param {HTMLElement} box The map.
 * @param {Function} size Returns the `width` and `height` of the map, in its own units.
 * @param {Function} paint Called after each change.
 */
export function listenToZoom(box, size, paint) {
  const change = (event, point, changes) => {
    if (zoomAbout(point, changes, size())) {
      event.preventDefault();
      paint();
    }
  };
  const pointOf = ({ clientX, clientY }) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  };
  box.addEventListener("wheel", (event) => {
    change(event, pointOf(event), [Math.exp(-event.deltaY * WHEEL_SPEED), 0, 0]);
  });
  box.addEventListener("keydown", (event) => {
    if (Object.hasOwn(KEYS, event.key) && !event.ctrlKey && !event.metaKey) {
      change(event, [0.5, 0.5], KEYS[event.key]);
    }
  });

  const fingers = new Map();
  const spread = () => {
    const [first, second] = fingers.values();
    return Math.hypot(first[0] - second[0], first[1] - second[1]);
  };
  box.addEventListener("pointerdown", (event) => fingers.set(event.pointerId, pointOf(event)));
  box.addEventListener("pointermove", (event) => {
    if (fingers.size !== 2 || !fingers.has(event.pointerId)) {
      return;
    }
    const before = spread();
    fingers.set(event.pointerId, pointOf(event));
    const [first, second] = fingers.values();
    const middle = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2];
    change(event, middle, [spread() / before, 0, 0]);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    box.addEventListener(name, (event) =>
      fingers.delete(/** @type {PointerEvent} */ (event).pointerId),
    );
  }
}
