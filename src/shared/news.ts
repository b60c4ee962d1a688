/** News of the product: until when the person has read them. */
import { watchPerson } from '#commands/auth/personKey.ts';
import type { App } from '../api/app.ts';

/** Marks the news as read, here and on the server. Rejects where the server refuses. */
export async function readNews(app: App): Promise<void> {
  const isHere = watchPerson(() => app.get().user);
  const { readWhatsNewAt } = await app.api.call('auth.whatsNewRead', {});
  const { user } = app.get();
  if (user && isHere()) app.set({ user: { ...user, readWhatsNewAt } });
}
