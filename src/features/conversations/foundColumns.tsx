/** Columns of the inbox while it shows what a search found: the text around the match, who said it, and when. */
import type { Conversation, ItemHit } from '#contract/conversations/entities.ts';
import { getItemIcon } from '../../shared/itemIcon.ts';
import type { Column } from '../../table/index.ts';
import { Icon, RelativeTime } from '../../ui/index.ts';
import css from './Found.module.css';
import { isFoundRow } from './foundData.ts';
import { inboxColumns } from './inboxColumns.tsx';

/** Who said it, where it was not the other side. */
function getSpeaker({ type, isInbound, actorName, deliveryState }: ItemHit): string {
  if (deliveryState === 'scheduled' || deliveryState === 'held') return 'Scheduled: ';
  if (type === 'call' || (isInbound && type !== 'note')) return '';
  return actorName ? `${actorName}: ` : 'You: ';
}

/** The text with its matches marked. */
function Snippet({ hit }: { hit: ItemHit }) {
  const { snippet, matches } = hit;
  return (
    <>
      {hit.conversation.isArchived && <Icon name="archive" tone="muted" size={12} label="Archived" />}
      {getSpeaker(hit)}
      {matches.map(({ from, to }, at) => (
        <span key={from}>
          {snippet.slice(matches[at - 1]?.to ?? 0, from)}
          <mark className={css.match}>{snippet.slice(from, to)}</mark>
        </span>
      ))}
      {snippet.slice(matches.at(-1)?.to ?? 0)}
    </>
  );
}

/** A column that shows of a found item something else than of a conversation. */
const withHits = (column: Column<Conversation>): Column<Conversation> => {
  const renderHit: Readonly<Record<string, (hit: ItemHit) => ReturnType<typeof column.render>>> = {
    unread: () => null,
    kind: (hit) => {
      const { icon, tone, label } = getItemIcon(hit);
      return <Icon name={icon} tone={tone} label={label} />;
    },
    latest: (hit) => <Snippet hit={hit} />,
    time: (hit) => <RelativeTime at={hit.createdAt} />,
  };
  const { render } = column;
  const hitRenderer = renderHit[column.id];
  return { ...column, sortable: false, render: (row) => (hitRenderer && isFoundRow(row) ? hitRenderer(row.hit) : render(row)) };
};

export const foundColumns: readonly Column<Conversation>[] = inboxColumns.map(withHits);
