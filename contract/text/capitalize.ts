/** The text with its first letter as a capital, for a value of a label map that stands alone in a cell, chip or menu. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
