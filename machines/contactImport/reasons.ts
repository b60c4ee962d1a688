/** Why an import does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { ImportSnapshot } from './machine.ts';
import { confirmCheck } from './setup.ts';

type ImportReason = Reason<ImportSnapshot, UserEvent>;

const noFile: ImportReason = [isInside('idle'), 'Choose a file first'];
const readingReason: ImportReason = [isInside('parsing'), 'Reading the file…'];
const stagingReason: ImportReason = [isInside('ready.staging'), 'Checking the rows…'];
const busyReasons: readonly ImportReason[] = [
  [isInside('ready.checking', 'ready.fixing', 'ready.leaving'), 'Checking the rows…'],
  [isInside('saving'), 'Saving the contacts…'],
];
const rejectedReason: ImportReason = [isInside('rejected'), 'Map the columns for name and number first'];
const doneReason: ImportReason = [isInside('done'), 'Already saved. Import another file.'];
const failedReason: ImportReason = [isInside('failed'), 'Try again first'];

const reviewReasons: readonly ImportReason[] = [noFile, readingReason, stagingReason, ...busyReasons, rejectedReason, doneReason, failedReason];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<ImportSnapshot, UserEvent> = {
  'file.chosen': [readingReason, stagingReason, ...busyReasons],
  'column.mapped': [
    noFile,
    readingReason,
    ...busyReasons,
    doneReason,
    failedReason,
    [({ context }) => context.sheet === null, 'Choose a CSV or XLSX file first'],
  ],
  'group.chosen': reviewReasons,
  'row.fixed': reviewReasons,
  'rows.excluded': reviewReasons,
  'import.confirmed': [...reviewReasons, ...confirmCheck.reasons],
  'import.retried': [[isOutside('failed'), 'Available only after a failure']],
  'import.closed': [
    noFile,
    [isInside('ready.checking', 'ready.fixing', 'ready.leaving'), 'Checking the rows…'],
    [isInside('saving.confirming'), 'Saving the contacts…'],
  ],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
