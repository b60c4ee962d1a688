/** Over the composer, while they have not written: until when a first text waits, and what they agreed to. A fact, not a gate. */
import type { Standing } from '#contract/conversations/entities.ts';
import { firstTexts } from '#contract/text/quietHours.ts';
import { useCommands } from '../../api/commands.ts';
import { formatFutureTime } from '../../ui/futureTime.ts';
import { formatCalendarDate, formatClockTime, Icon, useTimeZone } from '../../ui/index.ts';
import { formatOptInType } from '../../ui/optIn.ts';
import css from './Conversation.module.css';

export function FirstMessage({ standing }: { readonly standing: Standing }) {
  const commands = useCommands();
  const ours = useTimeZone();
  if (standing.wroteFirst) return null;
  const { waitsUntil, waitsFor, zone, optIn, isOptedOut, isBlocked } = standing;
  const now = Date.now();
  return (
    <ul className={css.facts} aria-label="Before the first message">
      {isOptedOut && (
        <li>
          <Icon name="bell-off" tone="red" /> Opted out. Can’t be messaged until they reply START.
        </li>
      )}
      {!isOptedOut && waitsUntil !== null && zone !== null && (
        <li>
          <Icon name="calendar-clock" tone="amber" />
          <span>
            {waitsFor === 'count'
              ? `Sent ${firstTexts.max} texts within 24 hours without a reply.`
              : `Recipient’s local time: ${formatClockTime(new Date(now).toISOString(), zone)}.`}{' '}
            <button type="button" className={css.fact} onClick={() => commands.run('messages.scheduleTheirTime')}>
              Schedule for {formatFutureTime(waitsUntil, now, zone)} their time
            </button>
          </span>
        </li>
      )}
      {isBlocked && (
        <li>
          <Icon name="ban" tone="amber" /> This caller is blocked. Their replies stay out of the inbox.
        </li>
      )}
      {!isOptedOut && (
        <li>
          <Icon name="info" tone="muted" />{' '}
          {optIn === null
            ? 'First message, and no consent on record. Keep it personal, with no advertising.'
            : `First message. Consent on record: ${[formatOptInType(optIn.type), optIn.source, formatCalendarDate(optIn.at, ours)].filter(Boolean).join(' · ')}.`}
        </li>
      )}
    </ul>
  );
}
