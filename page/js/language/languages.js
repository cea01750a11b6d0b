// The languages of the page: a new one is listed here. scripts/page.py writes them into the page
// as data, so that a page can be made with some of them alone.
import { de } from "./de.js";
import { en } from "./en.js";
import { es } from "./es.js";

/** By its code, each language as the object of its texts. */
export const LANGUAGES = { en, de, es };
