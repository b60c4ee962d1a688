/** Notices, as commands reach them. */
import type { NoticeServices } from '#commands/notices/types.ts';
import { announce, notices } from '../../ui/index.ts';

/** Commands over notices. */
export function createNoticeServices(): NoticeServices {
  return {
    show: (notice) => void notices.notify(notice),
    announce,
    dismiss: () => notices.hide(),
    dismissAll: () => notices.dismissAll(),
    remove: (ids) => {
      for (const id of ids) notices.dismiss(id);
    },
    act: (id) =>
      notices
        .snapshot()
        .log.find((notice) => notice.id === id)
        ?.action?.onAct(),
  };
}
