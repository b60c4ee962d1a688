/** Over the composer, while they have not written: until when a first text waits, and what they agreed to. A fact, not a gate. */
import { useQuery } from '@tanstack/react-query';
import { routes } from '#contract/index.ts';
import { type App, useApp } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { clockTime, Icon } from '../../ui/index.ts';
import { timeToCome } from '../../ui/timeToCome.ts';
import css from './Thread.module.css';

/** The clock goes on: what holds now may not hold in a minute. */
const freshMs = 60_000;

const standingOf = (app: App, companyId: number, id: number) => ({
  queryKey: keys.of(companyId, 'conversations', 'standing', id),
  queryFn: ({ signal }: { signal: AbortSignal }) => app.api.call(routes.conversations.standing, { companyId, params: { id }, signal }),
  staleTime: freshMs,
  refetchInterval: freshMs,
});

export function FirstMessage({ companyId, conversationId }: { readonly companyId: number; readonly conversationId: number }) {
  const app = useApp();
  const { data } = useQuery(standingOf(app, companyId, conversationId));
  if (!data || data.wroteFirst) return null;
  const { waitsUntil, zone, optIn, isOptedOut, isBlocked } = data;
  const now = Date.now();
  return (
    <ul className={css.facts} aria-label="Before the first message">
      {isOptedOut && (
        <li>
          <Icon name="bell-off" tone="red" /> They opted out: nothing can be sent until they write START.
        </li>
      )}
      {!isOptedOut && waitsUntil !== null && zone !== null && (
        <li>
          <Icon name="calendar-clock" tone="amber" /> It is {clockTime(new Date(now).toISOString(), zone)} where they are. Sending schedules it for{' '}
          {timeToCome(waitsUntil, now, zone)} their time.
        </li>
      )}
      {isBlocked && (
        <li>
          <Icon name="ban" tone="amber" /> This caller is blocked: their answer stays out of the inbox.
        </li>
      )}
      {!isOptedOut && (
        <li>
          <Icon name="info" tone="muted" />{' '}
          {optIn === null
            ? 'They have not written yet, and no consent is on record: write personally, do not advertise.'
            : `They have not written yet. Consent on record: ${optIn.source ?? optIn.type}.`}
        </li>
      )}
    </ul>
  );
}
