/** Exports of calls and voicemails. */
import type { CallExportColumn, Export, VoicemailExportColumn } from '#contract/exports/entities.ts';
import type { exportFormats } from '#contract/exports/enums.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

type Format = (typeof exportFormats)[number];

export interface ExportServices {
  /** Has a file made of what the list of calls shows; a notice tells when it is there. */
  calls(columns: readonly CallExportColumn[], format: Format): CommandOutcomePromise;
  voicemails(columns: readonly VoicemailExportColumn[], format: Format): CommandOutcomePromise;
  /** The person's own, newest first. */
  list(signal?: AbortSignal): Promise<readonly Export[]>;
  download(file: Export): void;
}

/** Types the area adds to those shared by all commands. */
export interface ExportsTypes {
  readonly services: { readonly exports: ExportServices };
}
