/** What the models of Figure 10 learn from. Its characters are all that they know. */
export const trainingText =
  "the river runs past the old mill. the wind turns the sails and the water turns the wheel. when the wind rests, the " +
  "water works. when the water rests, the wind works. the miller rests when both of them rest, and that is not often. " +
  "in the morning the miller opens the gate. the water comes in and the wheel begins to turn. the wheel turns the " +
  "shaft, the shaft turns the stone, and the stone turns the grain into flour. at noon the baker comes with her cart. " +
  "she takes the flour and gives the miller bread. in the evening the miller closes the gate. the wheel stands still, " +
  "the stone stands still, and the mill is quiet. the miller eats the bread and hears the river run past the mill. at " +
  "night the wind comes over the hill. it turns the sails, but the stone does not move, for the miller has gone to " +
  "bed. one day the river was low and the wind was still. the miller opened the gate, but the wheel did not turn. the " +
  "baker came with her cart, but there was no flour. the miller and the baker sat by the river and ate the last of " +
  "the bread. in the night it rained on the hill. in the morning the river was high, and the water ran past the gate " +
  "and over the wheel. the shaft began to turn, and the stone began to turn. at noon the baker came again, and the " +
  "flour was warm from the stone. the old mill has no clock. the river tells the miller when to work, and the wind " +
  "tells the miller when to rest.";

/** The characters by their token numbers. */
export const vocabulary: readonly string[] = [...new Set(trainingText)].sort();

/** The token numbers of characters, all of which must be in the vocabulary. */
export const encode = (characters: Iterable<string>): number[] => Array.from(characters, (c) => vocabulary.indexOf(c));

/** The text of token numbers. */
export const decode = (tokens: readonly number[]): string => tokens.map((token) => vocabulary[token]).join("");

const words = new Set(trainingText.match(/[a-z]+/g));

/** How many words a text has, and how many of them the training text has too. The last one may be cut off. */
export function countWords(text: string): { known: number; all: number } {
  const found = text.match(/[a-z]+/g)?.slice(0, -1) ?? [];
  return { known: found.filter((word) => words.has(word)).length, all: found.length };
}
