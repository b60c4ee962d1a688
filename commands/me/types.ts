/** Preferences and keymap of the signed-in user. */
import type { Keymap, Preferences } from '#contract/me/entities.ts';
import type { ArgText, CommandOutcomePromise } from '../core/outcome.ts';

/** Keys and preferences: kept on the server, applied at once. */
export interface PreferenceServices {
  /** Changes preferences and says so in `message`. */
  save(changes: Partial<Preferences>, message: string): CommandOutcomePromise;
  saveKeymap(keymap: Keymap): CommandOutcomePromise;
}

/** A setting in the list of settings: its present value, and the command that changes it. */
export interface Setting {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly value: string;
  readonly command: string;
  readonly args: ArgText;
  /** First of its section among the rows that are shown. */
  readonly isFirst: boolean;
}

/** Types the area adds to those shared by all commands. */
export interface MeTypes {
  readonly rows: { readonly setting: Setting };
  readonly scopes: 'settings';
  readonly panes: 'settings';
  readonly services: { readonly preferences: PreferenceServices };
}
