/** Asking support, as commands reach it. */
import { findAskedCompany } from '#commands/support/company.ts';
import type { SupportServices } from '#commands/support/types.ts';
import { toPlainError } from '../../api/errors.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { clearDraft, supportDraft, writeDraft } from './draft.ts';

const assertNotSending = (): void => {
  if (supportDraft.get().isSending) throw new Error('Sending…');
};

/** Commands of the form, as the app provides them. */
export const createSupportServices = ({ app, workspace }: ServiceDeps): SupportServices => ({
  open: () => {
    if (supportDraft.get().pageUrl === '') writeDraft({ pageUrl: location.pathname });
    workspace.open('support');
  },
  attach: () => {
    assertNotSending();
    chooseFile('image/*,audio/*,video/*,application/pdf', (file) => writeDraft({ files: [...supportDraft.get().files, file] }));
  },
  detach: (index) => {
    assertNotSending();
    writeDraft({ files: supportDraft.get().files.filter((_, at) => at !== index) });
  },
  toggleCallback: () => {
    assertNotSending();
    writeDraft({ callbackRequested: !supportDraft.get().callbackRequested });
  },
  discard: () => {
    assertNotSending();
    clearDraft();
  },
  send: async () => {
    assertNotSending();
    const company = findAskedCompany(app.get());
    if (company === null) throw new Error('Select a company first');
    const draft = supportDraft.get();
    const message = draft.message.trim();
    if (message === '') throw new Error('Write a message first');
    const number = draft.callbackNumber.trim();
    supportDraft.set({ ...draft, isSending: true, error: null });
    try {
      const { id } = await app.api.call('support.ask', {
        companyId: company.id,
        body: {
          key: draft.key,
          message,
          ...(draft.callbackRequested ? { callbackRequested: true, callbackNumber: number } : {}),
          ...(draft.pageUrl === '' ? {} : { pageUrl: draft.pageUrl }),
        },
        files: draft.files.map((file) => ({ field: 'attachments', file })),
      });
      clearDraft();
      return { message: `Ticket ${id} sent` };
    } catch (thrown) {
      supportDraft.set({ ...supportDraft.get(), isSending: false, error: toPlainError(thrown).message });
      throw thrown;
    }
  },
});
