/** Registers every element. */
import "./soft-lookup.js";
