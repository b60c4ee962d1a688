/** The notice that a file is there. */
import type { Export } from '#contract/exports/entities.ts';
import type { App } from '../../api/app.ts';
import { isOfKind } from '../../api/changeFeed.ts';

export function download({ media }: Export): void {
  if (!media) throw new Error('This file isn’t ready yet');
  const link = document.createElement('a');
  link.href = media.url;
  link.download = media.name;
  link.click();
}

/** Tells of a finished export of this person. Listens for as long as the app lives; returns how to stop. */
export function listenToExports(app: App): () => void {
  return app.changes.subscribe((changes) => {
    const { companyId, user } = app.get();
    const ids = changes.flatMap((change) =>
      isOfKind(change, ['export-updated']) && change.companyId === companyId && change.actorId === user?.id && change.id !== undefined ? [change.id] : [],
    );
    if (companyId === null || ids.length === 0) return;
    app.api
      .call('exports.list', { companyId })
      .then(({ data }) => {
        for (const made of data.filter(({ id, media }) => ids.includes(id) && media !== null)) {
          const rows = (made.rows ?? 0).toLocaleString('en-US');
          const cut = made.isCut ? 'the newest ' : '';
          app.notify({
            tone: 'success',
            message: `Your export of ${made.kind} is ready: ${cut}${rows} ${made.rows === 1 ? 'row' : 'rows'}.`,
            action: { title: 'Download', onAct: () => download(made) },
          });
        }
      })
      .catch(app.notifyError);
  });
}
