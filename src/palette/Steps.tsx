import { type ComponentType, Fragment, memo } from 'react';
import type { Review } from '#commands/core/outcome.ts';
import type { Permission } from '#contract/core/permissions.ts';
import { formatNumber } from '#contract/text/number.ts';
import { type PaletteSnapshot, prefixes } from '#machines/palette/index.ts';
import { Icon } from '../ui/Icon.tsx';
import { Kbd, KeyHint } from '../ui/KeyCaps.tsx';
import type { KeySource } from '../ui/useKeys.ts';
import type { Choice } from './choices.ts';
import type { PaletteController } from './controller.ts';
import styles from './Palette.module.css';
import { readBack } from './readBack.ts';

interface StepProps {
  readonly palette: PaletteController;
  readonly snapshot: PaletteSnapshot;
}

/** Lists present and future values of rows that are alike; rows that become the same are grouped. */
function Differences({ review, differences }: { review: Review; differences: NonNullable<Review['differences']> }) {
  const left = [...differences, ...review.skipped].reduce((sum, { count }) => sum - count, review.count);
  return (
    <div className={styles.difference}>
      {differences.map(({ count, sample, before, after }, at) => (
        <div key={`${before.join()} ${after.join()}`}>
          <p>{`${sample.join(', ')}${count > sample.length ? ` and ${formatNumber(count - sample.length)} more` : ''}`}</p>
          {before.map((line) => (
            <del key={line}>{line}</del>
          ))}
          {after.join() === differences[at + 1]?.after.join() ? null : after.map((line) => <ins key={line}>{line}</ins>)}
        </div>
      ))}
      {left > 0 ? (
        <p className={styles.quiet}>
          and {formatNumber(left)} more {left === 1 ? 'changes' : 'change'}
        </p>
      ) : null}
    </div>
  );
}

/** Shows the effects of a command: the sentence, a few rows by name, and the rows left out with the reason. */
function ReviewStep({ review, isRecount }: { review: Review; isRecount: boolean }) {
  const more = review.count - review.sample.length;
  return (
    <div className={styles.step} data-dangerous={review.dangerous ? '' : undefined}>
      {isRecount ? <p className={styles.warning}>The selection changed. Review it again before you continue.</p> : null}
      <p className={styles.sentence}>{review.sentence}</p>
      {review.sample.length > 0 ? (
        <ul className={styles.sample}>
          {review.sample.map((name, at) => (
            <li key={`${at} ${name}`}>{name}</li>
          ))}
          {more > 0 ? <li className={styles.quiet}>and {formatNumber(more)} more</li> : null}
        </ul>
      ) : null}
      {review.pictures ? (
        <ol className={styles.pictures} data-pages tabIndex={-1} aria-label="Pages">
          {review.pictures.map(({ src, alt }) => (
            <li key={alt}>
              <img src={src} alt={alt} />
            </li>
          ))}
        </ol>
      ) : null}
      {review.differences ? <Differences review={review} differences={review.differences} /> : null}
      {review.skipped.map(({ count, reason }) => (
        <p key={reason} className={styles.quiet}>
          Skips {formatNumber(count)}: {reason}
        </p>
      ))}
      {review.undoNote ? <p className={styles.quiet}>{review.undoNote}</p> : null}
    </div>
  );
}

/** The element that says how matters stand with what is typed, for `aria-describedby`. */
export const stepId = 'palette-step';

interface Refusal {
  /** Grows with each Enter: the same words are spoken again. */
  readonly count: number;
  readonly text: string;
}

interface StepTextProps extends StepProps {
  readonly Holders: ComponentType<{ readonly permission: Permission }>;
  readonly error: string | null;
  readonly isEmpty: boolean;
}

/** Content between the field and the list: why Enter cannot go on, a reason, a hint, a review, a failure. */
export function Step({ refusal, ...props }: StepTextProps & { refusal: Refusal | null }) {
  const isReview = props.snapshot.matches({ open: 'reviewing' });
  return (
    <div id={stepId}>
      {refusal === null || isReview ? <StepText {...props} /> : null}
      {refusal === null ? null : (
        <p key={refusal.count} className={`${styles.step} ${styles.warning}`} role="alert">
          {refusal.text}
        </p>
      )}
    </div>
  );
}

function StepText({ palette, snapshot, Holders, error, isEmpty }: StepTextProps) {
  const { command, text } = snapshot.context;
  const argument = palette.getPendingArgument();
  if (snapshot.matches({ open: 'blocked' })) {
    const missing = palette.getMissingPermission();
    return (
      <div className={styles.step} role="alert">
        <p>
          {command?.unavailable}
          {missing === null ? null : (
            <>
              . <Holders permission={missing} />
            </>
          )}
        </p>
        {command?.unblockedBy ? <p className={styles.quiet}>Press Enter: {command.unblockedBy.title}</p> : null}
      </div>
    );
  }
  if (snapshot.matches({ open: 'reviewing' })) {
    const review = palette.review();
    return review ? <ReviewStep review={review} isRecount={snapshot.context.isRecount} /> : null;
  }
  const failed = snapshot.context.error?.message ?? error;
  if (failed) {
    return (
      <div className={styles.step} role="alert">
        <p className={styles.failed}>
          <Icon name="warning" tone="red" label="Error" /> {failed}
        </p>
      </div>
    );
  }
  if (snapshot.matches({ open: 'counting' })) return <p className={styles.step}>Counting rows…</p>;
  if (argument?.named.arg.kind === 'text') {
    const read = palette.read(text);
    const { readsBack } = argument.named.arg;
    const full = read?.ok && readsBack ? readBack(readsBack, text, new Date(), palette.context().company?.timezone ?? 'UTC') : null;
    if (full !== null) return <p className={`${styles.step} ${styles.readBack}`}>{full}</p>;
    const words = read && !read.ok ? read.error : (argument.named.arg.hint ?? null);
    return words === null ? null : <p className={`${styles.step} ${styles.quiet}`}>{words}</p>;
  }
  return isEmpty ? <p className={`${styles.step} ${styles.quiet}`}>{argument ? 'No options.' : 'No results. Try a shorter or different search.'}</p> : null;
}

function getVerb(palette: PaletteController, snapshot: PaletteSnapshot, active: Choice | null): string | null {
  if (snapshot.matches({ open: 'reviewing' })) return palette.review()?.verb ?? 'run';
  if (snapshot.matches({ open: 'blocked' })) return snapshot.context.command?.unblockedBy?.title ?? null;
  if (snapshot.matches({ open: 'failed' })) return 'try again';
  const argument = palette.getPendingArgument();
  if (argument?.named.arg.optional && active === null && snapshot.context.text.trim() === '') return 'skip';
  if (argument?.named.arg.kind === 'text') return 'continue';
  if (active === null) return null;
  if (active.id === 'new') return 'create';
  if (argument) return active.reason === null ? 'choose' : 'show reason';
  if (active.reason !== null) return active.unblock ?? 'show reason';
  return /^(command|offer|typed):/.test(active.id) ? 'run' : 'open';
}

const scopeNames: Readonly<Record<(typeof prefixes)[keyof typeof prefixes], string>> = {
  commands: 'commands',
  people: 'contacts',
  numbers: 'numbers',
  panes: 'panes',
  companies: 'companies',
};

/** The letters that narrow what is looked for, while nothing is typed. */
const Prefixes = memo(function Prefixes() {
  return (
    <span className={styles.prefixes}>
      {Object.entries(prefixes).map(([letter, scope]) => (
        <Fragment key={letter}>
          <Kbd>{letter}</Kbd> {scopeNames[scope]}
        </Fragment>
      ))}
    </span>
  );
});

/** The bottom line: how many were found, and what Enter and Escape do. */
export function Footer({
  palette,
  snapshot,
  active,
  count,
  isAsking,
  linkKeys,
}: StepProps & { active: Choice | null; count: number; isAsking: boolean; linkKeys: KeySource }) {
  const verb = getVerb(palette, snapshot, active);
  const isChoosing = snapshot.matches({ open: 'choosing' });
  const kind = palette.getPendingArgument()?.named.arg.kind;
  const isHome = isChoosing && snapshot.context.query === '' && !palette.isOnRows();
  const isListing = !isHome && (isChoosing || (kind !== undefined && kind !== 'text'));
  return (
    <div className={styles.footer}>
      {isHome ? <Prefixes /> : null}
      <span role="status" className={isHome ? undefined : styles.status}>
        {isListing ? (isAsking ? 'Searching…' : `${formatNumber(count)} ${count === 1 ? 'result' : 'results'}`) : ''}
      </span>
      {verb === null ? null : <KeyHint keys="enter">{verb}</KeyHint>}
      {snapshot.matches({ open: 'reviewing' }) && palette.review()?.pictures ? <KeyHint keys="pagedown">next pages</KeyHint> : null}
      {linkKeys !== undefined && !isHome ? <KeyHint keys={linkKeys}>copy link</KeyHint> : null}
      <KeyHint keys="escape">{isChoosing ? 'close' : 'back'}</KeyHint>
    </div>
  );
}
