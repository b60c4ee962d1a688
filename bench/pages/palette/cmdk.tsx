import { Command } from 'cmdk';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { formatLabel, type Label } from '../../lib/data.ts';
import type { MountPalette } from '../palette.ts';

function Menu({ labels }: { labels: readonly Label[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'F2') setOpen(true);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  return (
    <Command.Dialog open={isOpen} onOpenChange={setOpen} label="Menu">
      <Command.Input />
      <Command.List style={{ height: 404, overflow: 'auto' }}>
        {labels.map((label) => (
          <Command.Item key={label.id} value={`${formatLabel(label)} ${label.id}`}>
            {label.title}
          </Command.Item>
        ))}
      </Command.List>
    </Command.Dialog>
  );
}

/** cmdk as its readme shows it: every entry an item, its own filter and order. */
export const mount: MountPalette = async (labels, root) => createRoot(root).render(<Menu labels={labels} />);
