/**
 * The way back from a consent page. A team chat's: the address the document was opened under has the code and the state, which the server checks. Another vendor's: the
 * server has completed it, and the address says how that ended.
 */
import { type OAuthProvider, type ReturnOutcome, reportProviders, returnOutcomes } from '#contract/integrations/enums.ts';
import type { App } from '../../api/app.ts';

/** A return. `code` null: the person did not allow it. */
export type OAuthReturn =
  | { readonly kind: 'code'; readonly code: string | null; readonly state: string }
  | { readonly kind: 'told'; readonly provider: OAuthProvider; readonly outcome: ReturnOutcome };

/** Reads the address; null where it is no way back. */
export function parseReturn(address: string): OAuthReturn | null {
  const url = URL.parse(address);
  if (url === null || !/^(\/[^/]+)?\/integrations$/.test(url.pathname)) return null;
  const { searchParams } = url;
  const provider = reportProviders.find((each) => each === searchParams.get('connection'));
  const outcome = returnOutcomes.find((each) => each === searchParams.get('outcome'));
  if (provider !== undefined && outcome !== undefined) return { kind: 'told', provider, outcome };
  const state = searchParams.get('state') ?? '';
  if (url.pathname !== '/integrations' || state === '') return null;
  const code = searchParams.get('code');
  if (code !== null && code !== '') return { kind: 'code', code, state };
  return searchParams.has('error') ? { kind: 'code', code: null, state } : null;
}

/** The flow loads only where somebody is back. */
async function complete(app: App, companyId: number, found: OAuthReturn): Promise<void> {
  const { oauthStore, tellReturn } = await import('./oauthStore.ts');
  if (found.kind === 'told') return tellReturn(app, companyId, found.provider, found.outcome);
  const { code, state } = found;
  const { actor } = oauthStore.get(app, { companyId, provider: 'team-chat' });
  actor.send(code === null ? { type: 'connection.denied' } : { type: 'connection.returned', code, state });
}

/** Completes the connection once, as soon as a company is open. A reload of the page is no way back. */
export function takeReturn(app: App): void {
  const [entry] = performance.getEntriesByType('navigation');
  const found = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate' ? parseReturn(entry.name) : null;
  if (found === null) return;
  let isTaken = false;
  const take = () => {
    const { companyId, permissions } = app.get();
    if (isTaken || companyId === null || !permissions.has('integrations.manage')) return;
    isTaken = true;
    void complete(app, companyId, found);
  };
  const stop = app.subscribe(() => {
    take();
    if (isTaken) stop();
  });
  take();
  if (isTaken) stop();
}
