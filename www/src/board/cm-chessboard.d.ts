// The part of cm-chessboard that we use; it has no declarations of its own.
declare module 'cm-chessboard/src/Chessboard.js' {
  export interface InputEvent {
    type: 'moveInputStarted' | 'movingOverSquare' | 'validateMoveInput' | 'moveInputCanceled' | 'moveInputFinished'
    squareFrom: string
    squareTo?: string | null
    reason?: string
    /** Of a validation: false keeps the piece from sliding. */
    animate?: boolean
  }
  export class Chessboard {
    constructor(context: HTMLElement, props: object)
    props: { style: { animationDuration: number } }
    view: { markersLayer: SVGGElement; markersTopLayer: SVGGElement; squareWidth: number; redrawPieces(): void }
    state: { position: unknown }
    setPosition(fen: string, animated?: boolean): Promise<void>
    setOrientation(color: 'w' | 'b', animated?: boolean): Promise<void>
    getPosition(): string
    enableMoveInput(handler: (event: InputEvent) => boolean | void): void
    cancelMoveInput(): void
    addExtension(extension: unknown, props?: object): void
    destroy(): void
  }
}
declare module 'cm-chessboard/src/model/Extension.js' {
  import type { Chessboard } from 'cm-chessboard/src/Chessboard.js'
  export const EXTENSION_POINT: Record<string, string>
  export class Extension {
    constructor(chessboard: Chessboard)
    chessboard: Chessboard
    registerExtensionPoint(name: string, callback: () => void): void
  }
}
