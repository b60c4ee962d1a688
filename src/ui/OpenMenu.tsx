import { DropdownMenu } from 'radix-ui';
import { Fragment } from 'react';
import styles from './Float.module.css';
import { Icon } from './Icon.tsx';
import type { MenuItem, MenuProps } from './Menu.tsx';

function Item({ item }: { item: MenuItem }) {
  return (
    <>
      <span className={styles.itemIcon}>{item.checked ? <Icon name="check" /> : item.icon ? <Icon name={item.icon} /> : null}</span>
      <span className={styles.itemTitle}>{item.title}</span>
      {item.unavailable ? <span className={styles.itemReason}>{item.unavailable}</span> : null}
    </>
  );
}

/** The menu itself, by Radix; comes with the first press of its button. */
export default function OpenMenu({
  label,
  groups,
  align = 'start',
  children,
  open,
  onOpenChange,
}: MenuProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8} aria-label={label} loop>
          {groups.map((group, at) => (
            <Fragment key={at}>
              {at > 0 ? <DropdownMenu.Separator className={styles.separator} /> : null}
              <DropdownMenu.Group>
                {group.heading ? <DropdownMenu.Label className={styles.heading}>{group.heading}</DropdownMenu.Label> : null}
                {group.items.map((item) => {
                  const shared = {
                    className: `${styles.item} ${item.danger ? styles.danger : ''}`,
                    disabled: item.unavailable !== undefined,
                    onSelect: item.onSelect,
                  };
                  return item.checked === undefined ? (
                    <DropdownMenu.Item key={item.id} {...shared}>
                      <Item item={item} />
                    </DropdownMenu.Item>
                  ) : (
                    <DropdownMenu.CheckboxItem key={item.id} {...shared} checked={item.checked}>
                      <Item item={item} />
                    </DropdownMenu.CheckboxItem>
                  );
                })}
              </DropdownMenu.Group>
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
