/** Why the palette does not accept something now. */
import { createReasonLookup, isInside, isOutside, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { PaletteSnapshot } from './machine.ts';
import { getRequestedArg, type UserEvent } from './setup.ts';

type PaletteReason = Reason<PaletteSnapshot, UserEvent>;

const closedReason: PaletteReason = [isOutside('open'), 'Open the palette first'];
const notAskingReasons: readonly PaletteReason[] = [closedReason, [isOutside('open.asking'), 'No input needed right now']];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PaletteSnapshot, UserEvent> = {
  'palette.opened': [[isInside('open'), 'Already open']],
  'palette.closed': [[isOutside('open'), 'Already closed']],
  'query.typed': [closedReason, [isOutside('open.choosing'), 'Go back to choose another command']],
  'command.chosen': [[(snapshot) => snapshot.matches('open') && !snapshot.matches({ open: 'choosing' }), 'Go back to choose another command']],
  'unblocker.chosen': [
    [isOutside('open.blocked'), 'Nothing is blocking this command'],
    [({ context }) => !context.command?.unblockedBy, 'No command can unblock this'],
  ],
  'argument.typed': [closedReason, [isOutside('open.asking', 'open.parsing'), 'No input needed right now']],
  'argument.picked': notAskingReasons,
  'argument.submitted': [...notAskingReasons, [({ context }) => context.text.trim() === '', 'Enter a value or choose one']],
  'argument.skipped': [...notAskingReasons, [({ context }) => getRequestedArg(context)?.optional !== true, 'The command needs this argument']],
  'step.undone': [closedReason, [isOutside('open.blocked', 'open.asking', 'open.reviewing', 'open.failed'), 'No previous step']],
  'review.accepted': [
    closedReason,
    [isOutside('open.reviewing'), 'There is nothing to confirm'],
    [({ context }) => (context.review?.count ?? 0) === 0, 'No rows match. Go back and change the selection.'],
  ],
  'run.retried': [[isOutside('open.failed'), 'Nothing has failed']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
