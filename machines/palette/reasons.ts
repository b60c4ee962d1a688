/** Why the palette does not accept something now. */
import { inside, outside, type Reason, type Reasons, typesOf, whyFrom } from '../reasons.ts';
import type { PaletteSnapshot } from './machine.ts';
import { askedFor, type UserEvent } from './setup.ts';

type Refusal = Reason<PaletteSnapshot, UserEvent>;

const closed: Refusal = [outside('open'), 'Open the palette first'];
const notAsking: readonly Refusal[] = [closed, [outside('open.asking'), 'No input needed right now']];

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<PaletteSnapshot, UserEvent> = {
  'palette.opened': [[inside('open'), 'Already open']],
  'palette.closed': [[outside('open'), 'Already closed']],
  'query.typed': [closed, [outside('open.choosing'), 'Go back to choose another command']],
  'command.chosen': [[(snapshot) => snapshot.matches('open') && !snapshot.matches({ open: 'choosing' }), 'Go back to choose another command']],
  'unblocker.chosen': [
    [outside('open.blocked'), 'Nothing is blocking this command'],
    [({ context }) => !context.command?.unblockedBy, 'No command can unblock this'],
  ],
  'argument.typed': [closed, [outside('open.asking', 'open.parsing'), 'No input needed right now']],
  'argument.picked': notAsking,
  'argument.submitted': [...notAsking, [({ context }) => context.text.trim() === '', 'Enter a value or choose one']],
  'argument.skipped': [...notAsking, [({ context }) => askedFor(context)?.optional !== true, 'The command needs this argument']],
  'step.undone': [closed, [outside('open.blocked', 'open.asking', 'open.reviewing', 'open.failed'), 'No previous step']],
  'review.accepted': [
    closed,
    [outside('open.reviewing'), 'There is nothing to confirm'],
    [({ context }) => (context.review?.count ?? 0) === 0, 'No rows match. Go back and change the selection.'],
  ],
  'run.retried': [[outside('open.failed'), 'Nothing has failed']],
};

/** Every event a person may send. */
export const userEvents = typesOf(reasons);
/** Why an event is refused now; null when it is accepted. */
export const why = whyFrom(reasons);
