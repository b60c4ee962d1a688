/** Routes on which a change of each route is read, and names under which its fields are told. */
import { collectEntries } from './faces.ts';
import type { ReadsOf } from './reading.ts';

/** Route → its reads. A route with a body that is not here answers nothing about a row: its fields are in the list of those told elsewhere. */
export const reads = collectEntries<ReadsOf>(({ reads }) => reads);

/** Fields that are told under another name. */
export const toldAs = collectEntries<string>(({ toldAs }) => toldAs);
