/** Parts of the area that load after the first rows: services, changes, the message held back. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { createComposerActions } from './composerActions.ts';
import { createComposerServices } from './composerServices.ts';
import { listenToConversations } from './live.ts';
import { SendingStatus } from './SendingStatus.tsx';
import { createConversationServices } from './services.ts';
import { getOutbox } from './useOutbox.ts';

export const late = defineLateFeature({
  panes: {
    scheduled: () => import('./ScheduledPane.tsx').then(({ ScheduledPane }) => ScheduledPane),
  },
  services: (deps) => ({
    conversations: createConversationServices(deps),
    notes: deferServices(async () => (await import('./noteServices.ts')).createNoteServices(deps.app)),
    composer: createComposerServices(deps, getOutbox(deps.app), createComposerActions(deps.app, getOutbox(deps.app))),
    faxes: deferServices(async () => (await import('./faxServices.ts')).createFaxServices(deps)),
    recording: {
      toggle: () => deps.handle('recording')?.toggle(),
      seek: (seconds) => deps.handle('recording')?.seek(seconds),
      setRate: (rate) => deps.handle('recording')?.setRate(rate),
      download: () => deps.handle('recording')?.download(),
    },
  }),
  start: ({ app }) => void listenToConversations(app, getOutbox(app)),
  Status: SendingStatus,
});
