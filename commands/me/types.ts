/** Preferences and keymap of the signed-in user. */
import type { Keymap, Preferences } from '#contract/me/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Keys and preferences: kept on the server, applied at once. */
export interface PreferenceServices {
  /** Changes preferences and says so in `message`. */
  save(changes: Partial<Preferences>, message: string): CommandOutcomePromise;
  saveKeymap(keymap: Keymap): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface MeTypes {
  readonly services: { readonly preferences: PreferenceServices };
}
