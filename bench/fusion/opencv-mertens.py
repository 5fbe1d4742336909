"""opencv-mertens.py WIDTH HEIGHT OUT FRAME...: OpenCV's MergeMertens with the paper's weights. Files of raw RGB: frames of 8 bits,
the result of 16, clipped to the range."""
import sys

import cv2
import numpy as np

width, height = int(sys.argv[1]), int(sys.argv[2])
frames = [np.fromfile(path, np.uint8).reshape(height, width, 3) for path in sys.argv[4:]]
fused = cv2.createMergeMertens(1, 1, 1).process(frames)
(np.clip(fused, 0, 1) * 65535 + 0.5).astype("<u2").tofile(sys.argv[3])
