/** The way back from the consent page of a team chat: the address the document was opened under has the code and the state, which the server checks. */
import type { App } from '../../api/app.ts';

/** A return. `code` null: the person did not allow it. */
interface ChatReturn {
  readonly code: string | null;
  readonly state: string;
}

/** Reads the address; null where it is no way back. */
export function parseChatReturn(address: string): ChatReturn | null {
  const url = URL.parse(address);
  const state = url?.searchParams.get('state') ?? '';
  if (url === null || url.pathname !== '/integrations' || state === '') return null;
  const code = url.searchParams.get('code');
  if (code !== null && code !== '') return { code, state };
  return url.searchParams.has('error') ? { code: null, state } : null;
}

/** The flow loads only where somebody is back. */
async function complete(app: App, companyId: number, { code, state }: ChatReturn): Promise<void> {
  const { chatStore } = await import('./chatStore.ts');
  chatStore.get(app, companyId).actor.send(code === null ? { type: 'connection.denied' } : { type: 'connection.returned', code, state });
}

/** Completes the connection once, as soon as a company is open. A reload of the page is no way back. */
export function takeChatReturn(app: App): void {
  const [entry] = performance.getEntriesByType('navigation');
  const found = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate' ? parseChatReturn(entry.name) : null;
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
