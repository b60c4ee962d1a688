import { useRef } from 'react';
import { useCommands } from '../../api/commands.ts';
import { Button, type IconName } from '../../ui/index.ts';
import { useFocusOn } from '../../ui/useStartsWithFocus.ts';

/** A way on from a step of a flow: the command it runs, and its title. */
export interface Step {
  readonly command: string;
  readonly title: string;
  readonly busy?: boolean;
}

interface StepButtonProps extends Step {
  readonly icon?: IconName;
  /** The one that leads on. */
  readonly isFirst?: boolean;
  /** Another way on, drawn as a button where it is not the one that leads on. */
  readonly isPlain?: boolean;
  /** The keyboard goes to it when this becomes another word; null: it does not. */
  readonly takesFocus?: string | null;
}

/** A button for a command, with its key. */
export function StepButton({ command, title, icon, busy = false, isFirst = false, isPlain = false, takesFocus = null }: StepButtonProps) {
  const commands = useCommands();
  const button = useRef<HTMLButtonElement>(null);
  useFocusOn(takesFocus, () => button.current?.focus());
  return (
    <Button
      ref={button}
      look={isFirst ? 'primary' : isPlain ? 'plain' : 'quiet'}
      {...(icon ? { icon } : {})}
      busy={busy}
      keys={commands.keys(command)}
      onClick={() => commands.run(command)}
    >
      {title}
    </Button>
  );
}
