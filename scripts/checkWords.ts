/** `scripts/checkWords.ts`: the lint stage's look at the words of the interface. Prints each string with a word that is not used, and what to write in its place. */
import { root } from './lib/stages.ts';
import { findWordFaults, listTexts } from './lib/words.ts';

const faults = findWordFaults(listTexts(root));
for (const { file, line, text, instead } of faults) console.error(`${file}:${line} “${text.slice(0, 120)}”: write ${instead}`);
process.exitCode = faults.length === 0 ? 0 : 1;
