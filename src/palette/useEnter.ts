/** Enter in each state of the palette: what it sends, and why it cannot go on. */
import { useEffect, useRef, useState } from 'react';
import { getReason, type PaletteSnapshot, splitQuery, type UserEvent } from '#machines/palette/index.ts';
import type { Choice } from './choices.ts';
import type { PaletteController } from './controller.ts';

/** An Enter for which nothing was found still counts for what is found within this time (ms): the answer to the same words can change once more. */
const lateAnswerMs = 4_000;

type EnterEvent = Extract<UserEvent['type'], 'unblocker.chosen' | 'review.accepted' | 'run.retried' | 'argument.skipped' | 'argument.submitted'>;

/** Returns the event Enter sends; null where it chooses a row. An optional argument is skipped until a row is moved to. */
function getEnterEvent(palette: PaletteController, snapshot: PaletteSnapshot, active: Choice | null): EnterEvent | null {
  if (snapshot.matches({ open: 'blocked' })) return 'unblocker.chosen';
  if (snapshot.matches({ open: 'reviewing' })) return 'review.accepted';
  if (snapshot.matches({ open: 'failed' })) return 'run.retried';
  const arg = palette.getPendingArgument()?.named.arg;
  if (arg?.optional && active === null && snapshot.context.text.trim() === '') return 'argument.skipped';
  return arg?.kind === 'text' ? 'argument.submitted' : null;
}

/** Says why there is no row to choose; `error` is why the search failed. */
function formatNoRow(palette: PaletteController, snapshot: PaletteSnapshot, error: string | null): string {
  if (error !== null) return error;
  if (snapshot.matches({ open: 'counting' })) return 'Still counting rows';
  const argument = palette.getPendingArgument();
  const typed = argument ? snapshot.context.text.trim() : splitQuery(snapshot.context.query).words;
  const shown = typed.length > 60 ? `${typed.slice(0, 60)}…` : typed;
  if (argument)
    return shown === '' ? `No ${argument.named.arg.label.toLowerCase()} to choose` : `No ${argument.named.arg.label.toLowerCase()} matches “${shown}”`;
  if (shown === '') return 'Type what to find';
  return palette.context().online ? `No results for “${shown}”` : `Offline: no loaded item matches “${shown}”`;
}

interface EnterOptions {
  readonly palette: PaletteController;
  readonly snapshot: PaletteSnapshot;
  /** Changes with all that is typed and asked. */
  readonly step: string;
  readonly isAsking: boolean;
  readonly active: Choice | null;
  /** Why the search failed. */
  readonly error: string | null;
}

/**
 * Returns what Enter does, and why the last one could not go on (null when it did). Enter before the answer is there counts as soon as it comes, if
 * nothing else was typed meanwhile: fingers do not wait for a server.
 */
export function useEnter({ palette, snapshot, step, isAsking, active, error }: EnterOptions) {
  const [refusal, setRefusal] = useState<{ readonly step: string; readonly count: number; readonly text: string } | null>(null);
  const meant = useRef<{ readonly step: string; readonly refusedAt: number | null } | null>(null);
  const refuse = (text: string): void => setRefusal((last) => ({ step, text, count: (last?.count ?? 0) + 1 }));
  const choose = (choice: Choice): void => {
    meant.current = null;
    const event = getEnterEvent(palette, snapshot, choice);
    if (event === null && choice.value !== undefined && choice.reason !== null) refuse(choice.reason);
    else choice.choose();
  };
  useEffect(() => {
    const { current } = meant;
    if (current === null) return;
    const isLate = current.refusedAt !== null && performance.now() - current.refusedAt > lateAnswerMs;
    if (current.step !== step || isLate) meant.current = null;
    else if (isAsking) return;
    else if (active !== null) choose(active);
    else if (current.refusedAt === null) {
      meant.current = { step, refusedAt: performance.now() };
      refuse(formatNoRow(palette, snapshot, error));
    }
  });
  const press = (): void => {
    const event = getEnterEvent(palette, snapshot, active);
    const why = event === null ? null : (getReason(snapshot, event) ?? (event === 'review.accepted' ? palette.getReviewDelay() : null));
    if (event !== null && why === null) palette.actor.send({ type: event });
    else if (why !== null) refuse(why);
    else if (active !== null) choose(active);
    else if (isAsking) meant.current = { step, refusedAt: null };
    else {
      meant.current = { step, refusedAt: performance.now() };
      refuse(formatNoRow(palette, snapshot, error));
    }
  };
  return { press, refusal: refusal?.step === step ? refusal : null };
}
