/** Exports of calls, voicemails, messages, faxes and contacts. */
import type { Contact } from '#contract/contacts/entities.ts';
import type { CallExportColumn, ContactExportColumn, Export, FaxExportColumn, MessageExportColumn, VoicemailExportColumn } from '#contract/exports/entities.ts';
import type { exportFormats } from '#contract/exports/enums.ts';
import type { ContactsTypes } from '../contacts/types.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { Selection } from '../core/selection.ts';

type Format = (typeof exportFormats)[number];

export interface ExportServices {
  /** Has a file made of what the list of calls shows; a notice tells when it is there. */
  calls(columns: readonly CallExportColumn[], format: Format): CommandOutcomePromise;
  voicemails(columns: readonly VoicemailExportColumn[], format: Format): CommandOutcomePromise;
  /** Has a file made of the messages of the numbers the person works. */
  messages(columns: readonly MessageExportColumn[], format: Format): CommandOutcomePromise;
  faxes(columns: readonly FaxExportColumn[], format: Format): CommandOutcomePromise;
  /** Has a file made of the chosen contacts, or of all that match. */
  contacts(
    on: Selection<'contact', Contact, ContactsTypes['filters']['contact']>,
    columns: readonly ContactExportColumn[],
    format: Format,
  ): CommandOutcomePromise;
  /** The person's own, newest first. */
  list(signal?: AbortSignal): Promise<readonly Export[]>;
  download(file: Export): void;
}

/** Types the area adds to those shared by all commands. */
export interface ExportsTypes {
  readonly services: { readonly exports: ExportServices };
}
