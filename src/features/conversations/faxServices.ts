/** Faxes as commands send them: the document chosen, looked at by the server, sent under one key however often it is tried. */
import type { FaxDocument, FaxServices } from '#commands/faxes/types.ts';
import type { FaxReview } from '#contract/faxes/entities.ts';
import { getCompanyId } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { putItems } from './cache.ts';

interface ChosenFax extends FaxDocument {
  readonly file: File;
  /** Its look by the server, asked for once. */
  look?: Promise<FaxReview>;
}

export function createFaxServices({ app, workspace }: ServiceDeps): FaxServices {
  const chosen = new Map<string, Promise<ChosenFax | null>>();
  registerStore('faxes', () => chosen.clear());
  const choose = (id: string) =>
    new Promise<ChosenFax | null>((resolve) =>
      chooseFile(
        'application/pdf,.pdf',
        (file) => resolve({ id, name: file.name, file }),
        () => resolve(null),
      ),
    );
  const getChosen = async ({ id }: FaxDocument): Promise<ChosenFax> => {
    const document = await chosen.get(id);
    if (!document) throw new Error('The document is gone. Choose it again.');
    return document;
  };
  let issued: string | null = null;
  return {
    nextId: async () => {
      issued = crypto.randomUUID();
      return issued;
    },
    document: async (id) => {
      if (!chosen.has(id) && id !== issued) return null;
      const choice = chosen.get(id) ?? choose(id);
      chosen.set(id, choice);
      const document = await choice;
      if (document === null) chosen.delete(id);
      return document;
    },
    look: async (which) => {
      const document = await getChosen(which);
      document.look ??= app.api.call('faxes.review', { companyId: getCompanyId(app), body: {}, files: [document.file] });
      return document.look.catch((thrown: unknown) => {
        delete document.look;
        throw thrown;
      });
    },
    send: async ({ numberId, recipient, document: which }) => {
      const companyId = getCompanyId(app);
      const document = await getChosen(which);
      // The document's own id: sent twice, it is one fax.
      const body = { numberId, recipient, clientId: document.id };
      const item = await app.api.call('faxes.send', { companyId, body, files: [document.file] });
      chosen.delete(document.id);
      putItems(app.queries, companyId, item.conversationId, [item]);
      if (app.get().companyId === companyId) workspace.show({ kind: 'conversation', id: item.conversationId });
      return { message: 'Sending fax…' };
    },
    sendAgain: async (item) => {
      const companyId = getCompanyId(app);
      const again = await app.api.call('faxes.sendAgain', { companyId, params: { itemId: item.id }, body: { clientId: crypto.randomUUID() } });
      putItems(app.queries, companyId, again.conversationId, [again]);
      return { message: 'Resending fax…' };
    },
  };
}
