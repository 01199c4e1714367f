// A game handed on: its picture, which carries the game, with a line of words below, and its address.

const Share = (() => {
  'use strict';

  /** Saves bytes as a file of a name. */
  function download(name, content, type) {
    const link = Morpion.make('a', { href: URL.createObjectURL(new Blob([content], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  /** What the file of a game is called. */
  const fileName = (variant, moves, ending) => `${variant}-${String(moves.length).padStart(3, '0')}.${ending}`;

  /** Whether the address could be copied. */
  async function copyAddress() {
    try {
      await navigator.clipboard.writeText(location.href);
      return true;
    } catch {
      return false;
    }
  }

  /** Offers picture and address to the device's own menu, or else saves the picture and copies the address. */
  async function share({ variant, moves, words, say }) {
    const name = fileName(variant, moves, 'png');
    try {
      const file = new File([await Picture.png(variant, moves, words)], name, { type: 'image/png' });
      const card = { files: [file], text: words, url: location.href };
      if (navigator.canShare?.(card)) return await navigator.share(card);
      const isCopied = await copyAddress();
      download(name, file, file.type);
      return say(`${name} is saved: the picture carries the game. ${isCopied ? 'The address of the game is copied.' : 'The address bar holds the game, too.'}`);
    } catch (error) {
      return error.name === 'AbortError' ? undefined : say(error.message, true);
    }
  }

  return { share, download, fileName, copyAddress };
})();
