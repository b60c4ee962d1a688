/** The address of what is chosen so far. */
import { omitSecrets } from '#commands/core/dispatcher.ts';
import { getPlacedUrl } from '#commands/core/url.ts';
import type { PaletteSnapshot } from '#machines/palette/index.ts';
import type { Choice } from './choices.ts';
import { type PaletteController, toArgText } from './controller.ts';

/** Returns the path of the row that Enter would choose, or of the command with the arguments given so far, with the place it acts on; null where there is none. Secrets stay out. */
export function getLink(palette: PaletteController, snapshot: PaletteSnapshot, active: Choice | null): string | null {
  const { registry, getPlace } = palette.parts;
  if (snapshot.matches({ open: 'choosing' })) {
    const chosen = active?.run && registry.get(active.run.commandId);
    return chosen && active?.run ? getPlacedUrl(chosen, active.run.args, getPlace()) : null;
  }
  const { command: ref, given, text } = snapshot.context;
  const command = ref && registry.get(ref.id);
  if (!command) return null;
  const pending = palette.getPendingArgument()?.named;
  const value = pending?.arg.kind === 'text' ? text.trim() : active?.value;
  return getPlacedUrl(command, omitSecrets(command, { ...toArgText(given), ...(pending && value ? { [pending.name]: value } : {}) }), getPlace());
}
