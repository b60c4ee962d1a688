/** From a press to a command of the catalog. Presses come from the one listener of the window. */
import { createChord } from '#commands/keymap/chord.ts';
import { isCharacterStep, toStep } from '#commands/keymap/keys.ts';
import { buildTree, match } from '#commands/keymap/tree.ts';
import type { KeyPress } from '../keys/layer.ts';
import { getPlatform } from '../ui/keys.ts';
import type { CatalogCommand, CommandStore } from './commands.ts';

interface KeyOptions {
  readonly commands: CommandStore;
  /** Tells why a key cannot act here. */
  readonly notify: (reason: string) => void;
}

/** Runs a command, or tells why it can't run now. */
export function runCommand({ getReason, run }: CatalogCommand, notify: (reason: string) => void): void {
  const reason = getReason();
  if (reason === null) run();
  else notify(reason);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !/^(?:checkbox|radio|button|file)$/.test(target.type)
    : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Makes what hears the presses. Letters are dead in fields and in dialogs (KEYS.md). */
export function createKeys({ commands, notify }: KeyOptions): { readonly press: (event: KeyPress) => void } {
  const chord = createChord({ setTimeout: (run, ms) => window.setTimeout(run, ms), clearTimeout: (id) => window.clearTimeout(id) });
  const press = (event: KeyPress): void => {
    const step = toStep(event, getPlatform());
    if (step === null) return;
    const inField = isField(event.target);
    const inDialog = document.querySelector('[role="dialog"]') !== null;
    if (inField && isCharacterStep(step)) return;
    // Keys by which the browser writes, presses and walks stay its own where they do something.
    if (inField && /^(?:enter|backspace|arrow\w+|home|end|page\w+)$/.test(step)) return;
    const isHere = (each: CatalogCommand): boolean => !inDialog || each.isForDialog === true;
    const bound = commands.list().flatMap((command) => [command.keys ?? [], command.moreKeys ?? []].flat().map((keys) => ({ keys, command })));
    const tree = buildTree(bound);
    const counts = ({ command }: (typeof bound)[number]) => isHere(command);
    const started = match(tree, [...chord.steps(), step], counts);
    const found = started.kind === 'none' && chord.steps().length > 0 ? match(tree, [step], counts) : started;
    const steps = found === started ? [...chord.steps(), step] : [step];
    chord.end();
    if (found.kind === 'none') {
      // A field lets go of the keyboard, so that letters are keys again.
      if (inField && step === 'escape' && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (found.kind === 'prefix') {
      chord.setSteps(steps);
      return;
    }
    const command = found.bindings.find((each) => each.command.getReason() === null)?.command ?? found.bindings[0]?.command;
    if (command) runCommand(command, notify);
  };
  return { press };
}
