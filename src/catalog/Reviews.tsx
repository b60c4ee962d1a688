/** Questions before numbers are changed: the effect is said and counted first. */
import { removalDays } from '#contract/catalog/limits.ts';
import { type ActivationSnapshot, computeChange } from '#machines/catalogActivation/index.ts';
import type { NumberSnapshot } from '#machines/catalogNumber/index.ts';
import { Button } from '../ui/Button.tsx';
import { displayPhone } from '../ui/phone.ts';
import { getReaderZone, PhoneText } from '../ui/text.tsx';
import { formatCalendarDate } from '../ui/time.ts';
import css from './Catalog.module.css';

const formatCount = (count: number) => (count === 1 ? '1 number' : `${count} numbers`);

function Part({ title, numbers }: { title: string; numbers: readonly { readonly id: number; readonly number: string }[] }) {
  if (numbers.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {numbers.map(({ id, number }) => (
          <li key={id}>
            <PhoneText number={number} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The effect of a choice, with its counts and the day on which what is turned off goes. */
export function ActivationReview({ snapshot, onConfirm, onLeave }: { snapshot: ActivationSnapshot; onConfirm: () => void; onLeave: () => void }) {
  const { context } = snapshot;
  const { bought, turnedOn, turnedOff, leftOff } = computeChange(context);
  const day = formatCalendarDate(context.removalAt, getReaderZone());
  return (
    <section className={css.panel} aria-label="Review your choice">
      <Part title={`Buy ${formatCount(bought.length)}`} numbers={bought} />
      <Part title={`Make ${formatCount(turnedOn.length)} active again`} numbers={turnedOn} />
      <Part title={`Turn off ${formatCount(turnedOff.length)}`} numbers={turnedOff} />
      {turnedOff.length === 0 ? null : (
        <p className={css.amber}>
          {`${formatCount(turnedOff.length)} will be removed on ${day}, in ${removalDays} days, unless you keep ${turnedOff.length === 1 ? 'it' : 'them'} before.`}
        </p>
      )}
      {leftOff.length === 0 ? null : <p>{`${formatCount(leftOff.length)} already inactive: removed on ${day} now.`}</p>}
      {context.chosen.length === 0 ? <p className={css.amber}>No number will be active.</p> : null}
      <div className={css.actions}>
        <Button look={turnedOff.length > 0 ? 'danger' : 'primary'} keys="mod+enter" autoFocus onClick={onConfirm}>
          Confirm
        </Button>
        <Button keys="escape" onClick={onLeave}>
          Go back
        </Button>
      </div>
    </section>
  );
}

/** A number that is about to be given back. */
export function ReleaseReview({ snapshot, onConfirm, onLeave }: { snapshot: NumberSnapshot; onConfirm: () => void; onLeave: () => void }) {
  return (
    <section className={css.panel} aria-label="Delete a number" data-flow="catalogNumber" data-state="confirming">
      <h2>{`Delete ${displayPhone(snapshot.context.number.number)}?`}</h2>
      <p className={css.amber}>It is given back at once and can’t be kept again.</p>
      <div className={css.actions}>
        <Button look="danger" keys="mod+enter" autoFocus onClick={onConfirm}>
          Delete number
        </Button>
        <Button keys="escape" onClick={onLeave}>
          Go back
        </Button>
      </div>
    </section>
  );
}
