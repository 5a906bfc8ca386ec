// A cube that shows how the view is turned; its sides are buttons.

import type { CameraRig, StandardView } from './camera'

const sides: [StandardView, string, string][] = [
    ['front', 'Front', 'rotateX(-90deg)'], ['back', 'Back', 'rotateX(90deg) rotateZ(180deg)'],
    ['left', 'Left', 'rotateY(-90deg) rotateZ(90deg)'], ['right', 'Right', 'rotateY(90deg) rotateZ(-90deg)'],
    ['top', 'Top', ''], ['bottom', 'Bottom', 'rotateX(180deg)'],
]

export class ViewCube {
    readonly element = document.createElement('div')
    private readonly box = document.createElement('div')

    constructor(go: (view: StandardView) => void) {
        this.element.className = 'cube'
        this.element.setAttribute('role', 'group')
        this.element.setAttribute('aria-label', 'Standard views')
        this.box.className = 'cube-box'
        for (const [view, word, turn] of sides) {
            const side = document.createElement('button')
            side.className = 'cube-side'
            side.textContent = word
            side.tabIndex = -1
            side.title = `View from ${view}`
            side.style.transform = `${turn} translateZ(var(--half))`
            side.addEventListener('click', () => go(view))
            this.box.append(side)
        }
        this.element.append(this.box)
    }

    update(rig: CameraRig): void {
        // CSS has y downwards: S R S with S = diag(1, -1, 1), column by column.
        const m = rig.sceneToEye.elements
        const c = [m[0], -m[1], m[2], 0, -m[4], m[5], -m[6], 0, m[8], -m[9], m[10], 0, 0, 0, 0, 1]
        this.box.style.transform = `matrix3d(${c.map((v) => v.toFixed(5)).join(',')})`
    }
}
