/** A fax in a thread: its pages as pictures, what became of it, its document. */
import { formatPageCount } from '#commands/faxes/pages.ts';
import type { Item } from '#contract/conversations/entities.ts';
import { formatClockTime, Icon, useTimeZone } from '../../../ui/index.ts';
import css from './items.module.css';

type Details = Extract<Item['details'], { kind: 'fax' }>;

const states: Partial<Record<Details['deliveryState'], string>> = {
  queued: 'queued',
  accepted: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  unknown: 'not confirmed',
};

export function FaxView({ item, details }: { item: Item; details: Details }) {
  const zone = useTimeZone();
  const { pages, media, document, pagesState, deliveryState, errorText } = details;
  const failed = ['failed', 'unknown'].includes(deliveryState);
  return (
    <div className={css.card}>
      <header className={css.cardHead}>
        <Icon name="file" tone="amber" />
        <strong>Fax</strong>
        {pages > 0 && <span className={css.muted}>{formatPageCount(pages)}</span>}
        <span className={css.when}>{formatClockTime(item.createdAt, zone)}</span>
      </header>
      {media.length > 0 && (
        <ol className={css.pages} aria-label="Pages">
          {media.map((page, at) => (
            <li key={page.id}>
              <a href={page.url} target="_blank" rel="noreferrer">
                <img src={page.url} alt={`Page ${at + 1} of ${Math.max(pages, media.length)}`} loading="lazy" />
              </a>
            </li>
          ))}
        </ol>
      )}
      {media.length > 0 && pages > media.length && (
        <p className={css.faxNote}>
          Pages 1 to {media.length} of {pages} shown. Download document to see all pages.
        </p>
      )}
      {pagesState === 'waiting' && <p className={css.faxNote}>Loading pages…</p>}
      {pagesState === 'unreadable' && (
        <p className={css.faxNote}>
          {document ? 'Couldn’t show the pages. Download the document instead.' : 'Couldn’t fetch the document, or it’s too large.'}
        </p>
      )}
      <p className={css.meta} data-failed={failed}>
        {document && (
          <a className={css.faxLink} href={document.url} target="_blank" rel="noreferrer" download={document.name}>
            <Icon name="download" size={12} /> {document.contentType === 'application/pdf' ? 'Download PDF' : 'Download document'}
          </a>
        )}
        {!item.isInbound && (
          <span>
            {failed && <Icon name="warning" tone="red" size={12} />} {states[deliveryState] ?? deliveryState}
            {item.actor && ` · ${item.actor.name}`}
          </span>
        )}
        {errorText && <span className={css.error}>{errorText}</span>}
      </p>
    </div>
  );
}
