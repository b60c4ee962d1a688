/** The address of what is chosen so far. */
import { omitSecrets } from '#commands/core/dispatcher.ts';
import { getCommandUrl } from '#commands/core/url.ts';
import type { PaletteSnapshot } from '#machines/palette/index.ts';
import type { Choice } from './choices.ts';
import { type PaletteController, toArgText } from './controller.ts';

/** Returns the path of the row that Enter would choose, or of the command with the arguments given so far; null where there is none. Secrets stay out. */
export function getLink(palette: PaletteController, snapshot: PaletteSnapshot, active: Choice | null): string | null {
  if (snapshot.matches({ open: 'choosing' })) return active?.run ? getCommandUrl(active.run.commandId, active.run.args) : null;
  const { command: ref, given, text } = snapshot.context;
  const command = ref && palette.parts.registry.get(ref.id);
  if (!command) return null;
  const pending = palette.getPendingArgument()?.named;
  const value = pending?.arg.kind === 'text' ? text.trim() : active?.value;
  return getCommandUrl(command.id, omitSecrets(command, { ...toArgText(given), ...(pending && value ? { [pending.name]: value } : {}) }));
}
