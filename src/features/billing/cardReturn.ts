/** The way back from the page of the card service: the address the document was opened under names the session, whose id is the token (RULE-189). */
import { type App, getCompanyId } from '../../api/app.ts';
import { paymentMethodStore } from './billingStore.ts';

interface CardReturn {
  readonly slug: string;
  readonly token: string;
}

/** Reads the address; null where it is no way back. */
export function parseCardReturn(address: string): CardReturn | null {
  const url = URL.parse(address);
  const [slug = '', view, ...rest] = (url?.pathname ?? '').split('/').filter(Boolean);
  const token = url?.searchParams.get('session') ?? '';
  return view === 'billing' && rest.length === 0 && /^[A-Za-z0-9_]{8,255}$/.test(token) ? { slug: decodeURIComponent(slug), token } : null;
}

/** Saves the card of the session, once, as soon as its company is open. A reload of the page is no way back. */
export function takeCardReturn(app: App): void {
  const [entry] = performance.getEntriesByType('navigation');
  const found = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate' ? parseCardReturn(entry.name) : null;
  if (found === null) return;
  let isTaken = false;
  const take = () => {
    const { company, companyId, permissions } = app.get();
    if (isTaken || companyId === null || company?.slug !== found.slug || !permissions.has('billing.manage')) return;
    isTaken = true;
    paymentMethodStore.get(app, getCompanyId(app)).actor.send({ type: 'card.entered', token: found.token });
  };
  const stop = app.subscribe(() => {
    take();
    if (isTaken) stop();
  });
  take();
  if (isTaken) stop();
}
