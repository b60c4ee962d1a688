import { cloneElement, type KeyboardEvent, lazy, type ReactElement, Suspense, useState } from 'react';
import type { IconName } from './Icon.tsx';

export type MenuItem = {
  id: string;
  title: string;
  icon?: IconName;
  /** Why it cannot be done now, in words; the item is then shown and cannot be chosen. */
  unavailable?: string | undefined;
  /** Given for an item that is on or off. */
  checked?: boolean;
  danger?: boolean;
  onSelect: () => void;
};
/** Items under an optional heading; groups are divided by a hairline. */
export type MenuGroup = { heading?: string; items: readonly MenuItem[] };

type Trigger = {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};
export type MenuProps = {
  label: string;
  groups: readonly MenuGroup[];
  align?: 'start' | 'end';
  /** One button. */
  children: ReactElement<Trigger>;
};

const load = () => import('./OpenMenu.tsx');
const OpenMenu = lazy(load);

/** A menu on `children`. Arrow keys, type-ahead and Escape are the platform's. What draws it is fetched when it is first looked for. */
export function Menu(props: MenuProps) {
  const [wasOpen, setWasOpen] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const show = () => {
    setWasOpen(true);
    setOpen(true);
  };
  const closed = cloneElement(props.children, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: show,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      show();
    },
  });
  if (!wasOpen) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu {...props} open={isOpen} onOpenChange={setOpen} />
    </Suspense>
  );
}
