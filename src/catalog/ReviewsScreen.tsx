/** Reviews: those that are published, and the account's own, which staff read first. */
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../ui/states.tsx';
import { RelativeTime } from '../ui/text.tsx';
import { ActionForm } from './ActionForm.tsx';
import css from './Catalog.module.css';
import { useCatalog } from './catalog.ts';
import { keys, reviewsQuery } from './data.ts';
import { Screen } from './Screen.tsx';

const states = { pending: 'Yours · not published yet', published: 'Yours · published', rejected: 'Yours · not published' } as const;
const fields = [
  { name: 'rating', label: 'Rating', hint: 'From 1 to 5', inputMode: 'numeric' },
  { name: 'text', label: 'Review', hint: 'Plain text. Others see it under your first name, once we have read it.', lines: 4 },
] as const;

export default function ReviewsScreen() {
  const catalog = useCatalog();
  const { api, caller, queries } = catalog;
  const query = useQuery(reviewsQuery(catalog));
  return (
    <Screen title="Reviews" query={query}>
      {({ data }) => {
        const own = data.find(({ isOwn }) => isOwn);
        return (
          <>
            <ActionForm
              id="reviews"
              group="Reviews"
              fields={fields}
              initial={{ rating: own ? String(own.rating) : '', text: own?.text ?? '' }}
              action={own ? 'Replace review' : 'Post review'}
              begin={{ title: own ? 'Change your review' : 'Write a review', keys: 'c', hint: 'write' }}
              keepsValues
              getReason={({ rating, text }) =>
                /^[1-5]$/.test(rating.trim()) ? (text.trim() === '' ? 'Write the review first' : null) : 'Rate from 1 to 5 first'
              }
              onSend={async ({ rating, text }) => {
                await api.call('catalog.review', { ...caller(), body: { rating: Number(rating), text: text.trim() } });
                catalog.notify('Thank you. Others see it once we have read it.');
                await queries.invalidateQueries({ queryKey: keys.all });
              }}
            />
            {data.length === 0 ? (
              <EmptyState icon="message">No reviews yet</EmptyState>
            ) : (
              <ul className={css.list} aria-label="Reviews">
                {data.map(({ id, author, rating, text, state, isOwn, createdAt }) => (
                  <li key={id} className={css.item} data-review={state}>
                    <strong>{author}</strong>
                    <span>{`${rating} of 5`}</span>
                    <span className={css.detail}>{isOwn ? states[state] : ''}</span>
                    <RelativeTime at={createdAt} />
                    <p className={css.quote}>{text}</p>
                  </li>
                ))}
              </ul>
            )}
          </>
        );
      }}
    </Screen>
  );
}
