/** Bringing numbers in, as commands reach it. */
import type { PortingServices } from '#commands/porting/types.ts';
import { getReason } from '#machines/portIn/index.ts';
import { isIn } from '#machines/state.ts';
import { getCompanyId } from '../../api/app.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { portInStore } from './portInStore.ts';

/** Commands over port-in requests, as the app provides them. */
export function createPortingServices({ app, workspace }: ServiceDeps): PortingServices {
  return {
    begin: () => {
      const { actor } = portInStore.get(app, getCompanyId(app));
      workspace.open('ports');
      if (isIn(actor.getSnapshot(), 'submitted', 'refused')) actor.send({ type: 'port.renewed' });
      else if (getReason(actor.getSnapshot(), 'port.opened') === null) actor.send({ type: 'port.opened' });
    },
    chooseDocument: (kind) => {
      const { actor, files } = portInStore.get(app, getCompanyId(app));
      chooseFile('application/pdf,image/png,image/jpeg,.pdf,.png,.jpg,.jpeg', (file) => {
        files.set(kind, file);
        actor.send({ type: 'document.chosen', kind, file: file.name });
      });
    },
    open: (id) => showNear(workspace, 'port', { id: String(id) }),
    openDocument: (port, kind) => {
      const found = port.documents.find((each) => each.kind === kind);
      if (!found) throw new Error('This request has no such document');
      window.open(found.media.url, '_blank', 'noopener');
    },
  };
}
