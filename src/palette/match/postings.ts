/** The labels that have a pair of letters. */

/** From so many labels on, a bit for each label of the matcher answers faster than a search in the list, for 4 bytes per 32 labels. */
const bitsFrom = 1_024;

/** Places of labels, ascending; a place is given once. */
export class Postings {
  places: Uint32Array<ArrayBuffer> = new Uint32Array(4);
  length = 0;
  private bits: Uint32Array<ArrayBuffer> | null = null;

  /** Adds a place that is not below those before. */
  push(place: number): void {
    if (this.length > 0 && this.places[this.length - 1] === place) return;
    if (this.length === this.places.length) {
      const wider = new Uint32Array(this.length * 2);
      wider.set(this.places);
      this.places = wider;
    }
    this.places[this.length] = place;
    this.length += 1;
    if (this.bits) this.mark(place);
    else if (this.length === bitsFrom) {
      this.bits = new Uint32Array((place >> 5) * 2 + 2);
      for (let at = 0; at < this.length; at += 1) this.mark(this.places[at] as number);
    }
  }

  /** Checks whether the label of this place is here. */
  has(place: number): boolean {
    const { bits } = this;
    if (bits) return ((bits[place >> 5] ?? 0) & (1 << (place & 31))) !== 0;
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.places[middle] as number;
      if (found === place) return true;
      if (found < place) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }

  private mark(place: number): void {
    let bits = this.bits as Uint32Array<ArrayBuffer>;
    const word = place >> 5;
    if (word >= bits.length) {
      const wider = new Uint32Array(word * 2);
      wider.set(bits);
      this.bits = bits = wider;
    }
    bits[word] = (bits[word] as number) | (1 << (place & 31));
  }
}
