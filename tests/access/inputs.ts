/** Parts that inputs of several areas are made of. */
import type { House, InputOf, Scene } from './scene.ts';

export const none: InputOf = () => ({});

/** Line of the row: the second is not worked by the person with the role user. */
export const lineOf = ({ row }: Scene): 0 | 1 => (row === 'others' ? 1 : 0);

export const threadOf = (scene: Scene, given?: Parameters<House['thread']>[1]) => scene.rows.thread(lineOf(scene), given);

/** Person who began a batch; another's is begun by none. */
export const creator = (scene: Scene) => (scene.row === 'others' ? null : scene.personId);
