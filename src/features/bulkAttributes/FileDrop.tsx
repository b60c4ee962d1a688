/** A place where a file is dropped. */
import type { ReactNode } from 'react';
import { useApp } from '../../api/app.ts';
import { takeFile } from './services.ts';

/** Takes the first file that is dropped on it. */
export function FileDrop({ className, state, children }: { readonly className: string | undefined; readonly state: string; readonly children: ReactNode }) {
  const app = useApp();
  return (
    <div
      role="group"
      aria-label="Custom field file"
      className={className}
      data-flow="bulkAttributes"
      data-state={state}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (!file) return;
        try {
          takeFile(app, file);
        } catch (thrown) {
          app.notifyError(thrown);
        }
      }}
    >
      {children}
    </div>
  );
}
