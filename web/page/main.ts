/** The page is a text; all that its script does is to bring the figures to life. */
import "../figures/all.js";
