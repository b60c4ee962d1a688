/** Columns of the inbox while it shows what a search found: the text around the match, who said it, and when. */
import { Fragment } from 'react';
import type { Conversation, ItemHit } from '#contract/conversations/entities.ts';
import { getItemIcon } from '../../shared/itemIcon.ts';
import type { Column } from '../../table/index.ts';
import { Icon, RelativeTime } from '../../ui/index.ts';
import css from './Found.module.css';
import { isFoundRow } from './foundData.ts';
import { inboxColumns } from './inboxColumns.tsx';

/** Characters shown before the first match: a column has room for few. */
const maxBefore = 10;

/** Finds where the text begins to be shown, at a word, so that its first match is in sight. */
function findStart({ snippet, matches }: ItemHit): number {
  const from = matches[0]?.from ?? 0;
  if (from <= maxBefore) return 0;
  const blank = snippet.indexOf(' ', from - maxBefore);
  return blank >= 0 && blank < from ? blank + 1 : from;
}

/** The text with its matches marked. */
function Snippet({ hit }: { hit: ItemHit }) {
  const { snippet, matches } = hit;
  const start = findStart(hit);
  // A call was not said in words.
  if (snippet === '') return <span>{getItemIcon(hit).label}</span>;
  return (
    <>
      {hit.conversation.isArchived && <Icon name="archive" tone="muted" size={12} label="Archived" />}
      <span>
        {start > 0 && '…'}
        {matches.map(({ from, to }, at) => (
          <Fragment key={from}>
            {snippet.slice(matches[at - 1]?.to ?? start, from)}
            <mark className={css.match}>{snippet.slice(from, to)}</mark>
          </Fragment>
        ))}
        {snippet.slice(matches.at(-1)?.to ?? start)}
      </span>
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
